import type { Zoned } from './temporal.ts'

export type LunarFacts = { date: string; ganzhi: string; zodiac: string; solarTerm: string; festivals: string }

/** The Chinese calendar of a day (years 1–9999), by the date the clock shows in its zone; undefined outside. */
export async function findLunar(time: Zoned): Promise<LunarFacts | undefined> {
  if (time.year < 1 || time.year > 9998) return undefined
  const { Solar } = await import('lunar-typescript')
  const { year, month, day } = toHistorical(time)
  const solar = Solar.fromYmdHms(year, month, day, time.hour, time.minute, time.second)
  const lunar = solar.getLunar()
  const next = lunar.getNextJieQi()
  return {
    date: `${lunar.getYearInChinese()}年${lunar.getMonthInChinese()}月${lunar.getDayInChinese()}`,
    ganzhi: `${lunar.getYearInGanZhi()}年 ${lunar.getMonthInGanZhi()}月 ${lunar.getDayInGanZhi()}日 ${lunar.getTimeInGanZhi()}时`,
    zodiac: lunar.getYearShengXiao(),
    solarTerm:
      lunar.getJieQi() || `${lunar.getPrevJieQi().getName()} → ${next.getName()} ${toIsoDay(next.getSolar().getJulianDay())}`,
    festivals: [...lunar.getFestivals(), ...(isGregorian(time) ? solar.getFestivals() : [])].join(' '),
  }
}

type Day = { readonly year: number; readonly month: number; readonly day: number }

/** Julian day number of 1970-01-01. */
const EPOCH_DAY = 2_440_588

/** Whether a day is one of those that the Gregorian calendar has had: from 15 October 1582. */
const isGregorian = (day: Day): boolean => day.year * 10_000 + day.month * 100 + day.day >= 15_821_015

/** ISO 8601 goes on with Gregorian days before 1582; the library takes Julian ones there, as those who lived then did. */
function toHistorical(date: Day): Day {
  if (isGregorian(date)) return date
  const utc = new Date(0)
  utc.setUTCFullYear(date.year, date.month - 1, date.day)
  const fromMarch = 4 * (utc.getTime() / 86_400_000 + EPOCH_DAY + 32_082) + 3
  const rest = Math.floor((fromMarch % 1461) / 4)
  const months = Math.floor((5 * rest + 2) / 153)
  return {
    year: Math.floor(fromMarch / 1461) - 4800 + Math.floor(months / 10),
    month: months + 3 - 12 * Math.floor(months / 10),
    day: rest - Math.floor((153 * months + 2) / 5) + 1,
  }
}

/** The Gregorian day, in ISO 8601, of a Julian day number. */
export function toIsoDay(julianDay: number): string {
  return new Date((Math.floor(julianDay + 0.5) - EPOCH_DAY) * 86_400_000).toISOString().slice(0, 10)
}
