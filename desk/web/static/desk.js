// Keys and small things that HTML alone cannot do. No page needs this file to be usable by touch.
"use strict";
