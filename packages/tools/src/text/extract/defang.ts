/** What is extracted and can be clicked by mistake. */
const CLICKABLE: readonly string[] = ['ip', 'ipv4', 'ipv6', 'email', 'url', 'domain']

/** Whether finds of a kind are written and read with such marks. */
export const isClickable = (what: string): boolean => CLICKABLE.includes(what)

/**
 * Writes addresses as reports of malware do, so that no program makes links of them: `hxxps[://]a[.]example/x.js`,
 * `192[.]0[.]2[.]1`, `a[@]b[.]example`. Paths keep their dots.
 */
export function defang(find: string, what: string): string {
  if (!isClickable(what)) return find
  if (what !== 'url') return find.replaceAll(/[.:@]/g, '[$&]')
  const [, scheme = '', host = '', rest = ''] = /^([a-z][\w+.-]*):\/\/([^/?#]*)(.*)$/is.exec(find) ?? []
  if (!scheme) return find
  const harmless = scheme.replace(/^http/i, 'hxxp').replace(/^ftp/i, 'fxp')
  return `${harmless}[://]${host.replaceAll('.', '[.]')}${rest}`
}

/** Takes the marks out again that {@link defang} and others set: `[.]`, `(dot)`, `[:]`, `[@]`, `[://]`, `hxxp`. */
export function refang(text: string): string {
  return text
    .replaceAll(/\[:\/\/\]/g, '://')
    .replaceAll(/\s?[[({]\s?(?:dot|点)\s?[\])}]\s?|[[({]\.[\])}]|\\\./gi, '.')
    .replaceAll(/\s?[[({]\s?at\s?[\])}]\s?|[[({]@[\])}]/gi, '@')
    .replaceAll(/\[(:|\/)\]/g, '$1')
    .replaceAll(/\bh(?:xx|\*\*)p(s?)(?=:\/\/)/gi, 'http$1')
    .replaceAll(/\bfxp(s?)(?=:\/\/)/gi, 'ftp$1')
}
