"""The paper: layouts in millimetres, the sheets printed from them, and layouts of foreign sheets."""
