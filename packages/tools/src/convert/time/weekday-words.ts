/** Patterns of names for the days of the week, short and long. */
export const ENGLISH_WEEKDAY = '(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?'
export const CHINESE_WEEK = '(?:周|星期|礼拜)'
/** What stands behind {@link CHINESE_WEEK}. */
export const CHINESE_WEEKDAYS = '一二三四五六日天'

const ENGLISH_DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** The number of a day by its name, 1 for Monday and 7 for Sunday. */
export function toWeekday(name: string): number {
  const chinese = CHINESE_WEEKDAYS.indexOf(name)
  return chinese < 0 ? ENGLISH_DAYS.indexOf(name.slice(0, 3).toLowerCase()) + 1 : Math.min(chinese + 1, 7)
}
