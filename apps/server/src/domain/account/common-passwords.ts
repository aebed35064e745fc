/** Words and keyboard walks that passwords are most often made of; each also with the usual endings. */
const STEMS =
  'password passw0rd p@ssword p@ssw0rd letmein welcome admin administrator login master monkey dragon qwerty qwertyui qwertyuiop asdfghjkl zxcvbnm 1qaz2wsx 1q2w3e4r 1q2w3e4r5t qazwsxedc q1w2e3r4 iloveyou woaini woaini1314 sunshine princess football baseball basketball superman batman starwars trustno1 whatever freedom computer internet samsung google michael jennifer charlie jordan hunter shadow ashley mustang access flower secret hello hellohello changeme default guest test testtest tester testing abc123 abcd1234 a1b2c3d4 aa123456 a123456 qq123456 wang123 zhang123 li123456 5201314 1314520 7758521 147258369 123qwe 123123 123321 112233 121212 101010 159753 654321 666666 888888 000000 octet'.split(
    ' ',
  )
const ENDINGS = [
  '',
  '1',
  '12',
  '123',
  '1234',
  '12345',
  '123456',
  '!',
  '1!',
  '123!',
  '@123',
  '2024',
  '2025',
  '2026',
  '000',
  '888',
  '520',
]

/** Lower-case passwords that are refused, with any length. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  STEMS.flatMap((stem) => [...ENDINGS.map((ending) => stem + ending), stem + stem]),
)
