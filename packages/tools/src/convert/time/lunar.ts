import type { Zoned } from './read.ts'

export type LunarFacts = { date: string; ganzhi: string; zodiac: string; solarTerm: string; festivals: string }

/** The Chinese calendar of a day (years 1–9999), by the date the clock shows in its zone; undefined outside. */
export async function findLunar(time: Zoned): Promise<LunarFacts | undefined> {
  if (time.year < 1 || time.year > 9998) return undefined
  const { Solar } = await import('lunar-typescript')
  const solar = Solar.fromYmdHms(time.year, time.month, time.day, time.hour, time.minute, time.second)
  const lunar = solar.getLunar()
  return {
    date: `${lunar.getYearInChinese()}年${lunar.getMonthInChinese()}月${lunar.getDayInChinese()}`,
    ganzhi: `${lunar.getYearInGanZhi()}年 ${lunar.getMonthInGanZhi()}月 ${lunar.getDayInGanZhi()}日 ${lunar.getTimeInGanZhi()}时`,
    zodiac: lunar.getYearShengXiao(),
    solarTerm:
      lunar.getJieQi() ||
      `${lunar.getPrevJieQi().getName()} → ${lunar.getNextJieQi().getName()} ${lunar.getNextJieQi().getSolar().toYmd()}`,
    festivals: [...lunar.getFestivals(), ...solar.getFestivals()].join(' '),
  }
}
