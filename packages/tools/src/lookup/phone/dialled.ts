/** E.161: the letters on the keys of a phone, from A. */
const KEYS = '22233344455566677778889999'
/** A number in letters, as advertisements have it: `1-800-FLOWERS`. */
const LETTERED = /^\+?\d[\d\s().-]*[a-z][a-z\d\s.-]*$/i
const EXTENSION = /\s*(?:转|分机号?|extn?\.?|x|#)[\s:.]*(?=\d{1,8}$)/i
/** Behind a third dash, as Chinese cards have it: 021-61234567-123, 400-810-8888-12. */
const DASHED =
  /^((?:(?:(?:\+|00)86[\s-]?)\(?0?|\(?0)[1-9]\d{1,2}\)?[\s-]?\d{7,8}|[48]00[\s-]?\d{3}[\s-]?\d{4})\s?[-–—]\s?(\d{1,6})$/
/** `tel:` of RFC 3966, and what stands before a number on a card or in a signature: `电话：`, `Tel.:`. */
const LABEL = /^(?:(?:tel|callto|sms):|\p{L}[\p{L}\s.]{0,20}:\s*)(?=[+(\d])/iu

/** Whose number it is, behind it: `138 0013 8000（张三）`, `13800138000 张三`. Other letters may be of the number: 1-800 FLOWERS. */
const OWNER =
  /\s*\(\p{L}[^()\d]{0,20}\)$|(?<=\d)\s?\p{sc=Han}[\p{sc=Han}\s·]{0,20}$|(?<=(?:\d[\s().-]{0,2}){10})\s\p{L}[\p{L}\s.'-]{0,30}$/u
/** Whose it is, before it: `张三 13800138000`, `Ann Lee +44 20 7946 0958`. */
const NAME = /^\p{L}[\p{L}\s.·'-]{0,40}(?:\s|(?<=\p{sc=Han}))(?=[+(]{0,2}\d)/u
/** As it is written where the country code is 1, and nowhere else: 1-800-356-9377. */
const NORTH_AMERICAN = /^1[\s.-]\(?[2-9]\d\d\)?[\s.-][\da-z]/i
/** Marks of direction, which books of contacts put around numbers. */
const UNSEEN = /\p{Cf}/gu

/** What is to be dialled of a number as people write and link it, with its extension behind `ext.`. */
export function toDialled(text: string): string {
  const bare = text.normalize('NFKC').replaceAll(UNSEEN, '').trim().replace(LABEL, '').replace(NAME, '').replace(OWNER, '')
  const whole = NORTH_AMERICAN.test(bare) && countSigns(bare) === 11 ? `+${bare}` : bare
  const plain = whole.replace(EXTENSION, ' ext. ').replace(DASHED, '$1 ext. $2')
  const letters = plain.match(/[a-z]/gi)?.length ?? 0
  if (plain.includes(' ext. ') || letters < 3 || !LETTERED.test(plain)) return plain
  return plain.replaceAll(/[a-z]/gi, (letter) => KEYS[letter.toUpperCase().charCodeAt(0) - 65] ?? letter)
}

const countSigns = (text: string): number => text.match(/[\da-z]/gi)?.length ?? 0

const EITHER = /(?<=(?:\d[ ()-]{0,2}){7})[ \t]?[/|][ \t]?(?=[+(]{0,2}(?:\d[ ()-]{0,2}){7})/g

/**
 * A number a line: those of one person with a stroke between are taken apart, and the extension of a link is kept with its number,
 * since a semicolon stands between numbers of a list, too.
 */
export function partNumbers(numbers: string): string {
  return numbers.replaceAll(/;\s*ext=(?=\d)/gi, ' ext. ').replaceAll(EITHER, '\n')
}
