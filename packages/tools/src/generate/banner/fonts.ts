/** Rows of a glyph, true where it is drawn. */
export type Glyph = readonly (readonly boolean[])[]

/** Capitals, digits and signs of five rows, as they are drawn. */
const LOW = `
A .##. #..# #### #..# #..#
B ###. #..# ###. #..# ###.
C .### #... #... #... .###
D ###. #..# #..# #..# ###.
E #### #... ###. #... ####
F #### #... ###. #... #...
G .### #... #.## #..# .###
H #..# #..# #### #..# #..#
I # # # # #
J ...# ...# ...# #..# .##.
K #..# #.#. ##.. #.#. #..#
L #... #... #... #... ####
M #...# ##.## #.#.# #...# #...#
N #...# ##..# #.#.# #..## #...#
O .##. #..# #..# #..# .##.
P ###. #..# ###. #... #...
Q .##. #..# #..# #.## .###
R ###. #..# ###. #.#. #..#
S .### #... .##. ...# ###.
T ##### ..#.. ..#.. ..#.. ..#..
U #..# #..# #..# #..# .##.
V #...# #...# #...# .#.#. ..#..
W #...# #...# #.#.# ##.## #...#
X #...# .#.#. ..#.. .#.#. #...#
Y #...# .#.#. ..#.. ..#.. ..#..
Z #### ...# .##. #... ####
0 .##. #.## #..# ##.# .##.
1 .#. ##. .#. .#. ###
2 ###. ...# .##. #... ####
3 ###. ...# .##. ...# ###.
4 #..# #..# #### ...# ...#
5 #### #... ###. ...# ###.
6 .##. #... ###. #..# .##.
7 #### ...# ..#. .#.. .#..
8 .##. #..# .##. #..# .##.
9 .##. #..# .### ...# .##.
! # # # . #
? ##. ..# .#. ... .#.
. . . . . #
, .. .. .. .# #.
: . # . # .
; .. .# .. .# #.
- ... ... ### ... ...
_ .... .... .... .... ####
+ ... .#. ### .#. ...
= ... ### ... ### ...
/ ....# ...#. ..#.. .#... #....
\\ #.... .#... ..#.. ...#. ....#
( .# #. #. #. .#
) #. .# .# .# #.
[ ## #. #. #. ##
] ## .# .# .# ##
{ .## .#. ##. .#. .##
} ##. .#. .## .#. ##.
< ..# .#. #.. .#. ..#
> #.. .#. ..# .#. #..
| # # . # #
* ... #.# .#. #.# ...
# .#.#. ##### .#.#. ##### .#.#.
@ .###. #.### #.#.# #.### .##..
& .#... #.#.. .#..# #..#. .##.#
% ##..# ##.#. ..#.. .#.## #..##
$ .#### #.#.. .###. ..#.# ####.
^ .#. #.# ... ... ...
" #.# #.# ... ... ...
' # # . . .
\` #. .# .. .. ..
~ ..... .#... #.#.# ...#. .....`

/** The 95 printing characters of ASCII in five columns of seven dots, the top one in the lowest bit, from the space on. */
const TALL = `
0000000000 00005f0000 0007000700 147f147f14 242a7f2a12 2313086462 3649562050 0005030000 001c224100 0041221c00
2a1c7f1c2a 08083e0808 0050300000 0808080808 0060600000 2010080402 3e5149453e 00427f4000 4261514946 2141454b31
1814127f10 2745454539 3c4a494930 0171090503 3649494936 064949291e 0000360000 0056360000 0008142241 1414141414
0041221408 0201510906 324979413e 7e1111117e 7f49494936 3e41414122 7f4141413e 7f49494941 7f09090901 3e4149497a
7f0808087f 00417f4100 2040413f01 7f08142241 7f40404040 7f020c027f 7f0408107f 3e4141413e 7f09090906 3e4151215e
7f09192946 4649494931 01017f0101 3f4040403f 1f2040201f 3f4038403f 6314081463 0708700807 6151494543 007f414100
0204081020 0041417f00 0402010204 4040404040 0001020400 2054545478 7f48444438 3844444420 384444487f 3854545418
087e090102 0c5252523e 7f08040478 00447d4000 2040443d00 7f10284400 00417f4000 7c04180478 7c08040478 3844444438
7c14141408 081414187c 7c08040408 4854545420 043f444020 3c4040207c 1c2040201c 3c4030403c 4428102844 0c5050503c
4464544c44 0008364100 00007f0000 0041360800 0804081008`

export const FONT_ROWS = { low: 5, tall: 7 } as const
export type FontName = keyof typeof FONT_ROWS

/** Dots between two words. */
const SPACE_DOTS = 3

/** The glyph of a character; nothing where the font has none. The low font draws small letters as capitals. */
export function findGlyph(font: FontName, char: string): Glyph | undefined {
  if (char === ' ') return Array.from({ length: FONT_ROWS[font] }, () => Array.from({ length: SPACE_DOTS }, () => false))
  return font === 'low' ? GLYPHS.low.get(char.toUpperCase()) : GLYPHS.tall.get(char)
}

const GLYPHS: Readonly<Record<FontName, ReadonlyMap<string, Glyph>>> = {
  low: new Map(
    LOW.trim()
      .split('\n')
      .map((line) => {
        const [char = '', ...rows] = line.split(' ')
        return [char, rows.map((row) => Array.from(row, (dot) => dot === '#'))]
      }),
  ),
  tall: new Map(
    TALL.trim()
      .split(/\s+/)
      .map((columns, at) => [String.fromCharCode(0x20 + at), toRows(columns)]),
  ),
}

/** Columns as rows, without the empty ones on both sides. */
function toRows(hex: string): Glyph {
  const columns = (hex.match(/../g) ?? []).map((column) => Number.parseInt(column, 16))
  const drawn = columns.slice(
    columns.findIndex((column) => column > 0),
    columns.findLastIndex((column) => column > 0) + 1,
  )
  return Array.from({ length: FONT_ROWS.tall }, (_, row) => drawn.map((column) => ((column >> row) & 1) === 1))
}
