/** `CRON_TZ=Asia/Tokyo 0 9 * * *` of robfig/cron; crontab(5) has CRON_TZ on a line of its own, where TZ is for commands alone. */
const SETTING = /^\s*(?:(?:CRON_)?TZ=(\S+)[ \t]+(?=\S)|CRON_TZ[ \t]*=[ \t]*(\S+)[ \t]*\r?\n)/i
/** The longest setting that is looked for; no name of a zone is as long. */
const MAX_SETTING = 100

/** A schedule as the setting that names its time zone, if there is one, and what stands behind it. */
export function splitZone(text: string): { readonly setting: string; readonly zone?: string; readonly rest: string } {
  const [setting = '', before, above] = SETTING.exec(text.slice(0, MAX_SETTING)) ?? []
  const zone = (before ?? above)?.replace(/^(["'])(.*)\1$/, '$2')
  return zone ? { setting, zone, rest: text.slice(setting.length) } : { setting: '', rest: text }
}
