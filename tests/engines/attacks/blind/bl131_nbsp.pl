% no-break space, zero width space and BOM between tokens
﻿go(1) :- shell('touch CANARY/bl131')​.
