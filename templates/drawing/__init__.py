"""The paper as PDF: sheets, guide, contact page; rules, letters and pictures."""
