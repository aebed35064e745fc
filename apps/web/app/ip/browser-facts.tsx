import { useEffect, useState } from 'react'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Text } from '@octet/core/text.ts'
import { useText } from '../lang.tsx'
import { ipText } from '../text/ip.ts'
import { CopyValue } from './copy-value.tsx'

type Row = { readonly label: Text; readonly words: string; readonly note?: string }

/** What every site learns from this browser without asking. Known only once the page runs. */
export function BrowserFacts({ record }: { record: IpRecord }) {
  const t = useText()
  const [isHere, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  return (
    <section className="ip-panel ip-browser">
      <h2>{t(ipText.browser)}</h2>
      <dl>
        {isHere &&
          readBrowser(record.time_zone.offset, t).map(({ label, words, note }) => (
            <div key={label.en}>
              <dt>{t(label)}</dt>
              <dd>
                <CopyValue words={words} />
                {note && <small>{note}</small>}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

function readBrowser(offset: string | null, t: ReturnType<typeof useText>): Row[] {
  const own = toOffset(new Date())
  const note = offset && t(own === offset ? ipText.zoneSame : ipText.zoneOther, { offset })
  const zone = `${Intl.DateTimeFormat().resolvedOptions().timeZone} (${own})`
  return [
    { label: ipText.userAgent, words: navigator.userAgent },
    { label: ipText.languages, words: navigator.languages.join(', ') },
    { label: ipText.browserZone, words: zone, ...(note ? { note } : {}) },
    { label: ipText.screen, words: `${screen.width} × ${screen.height}, ×${devicePixelRatio}` },
    ...toProcessor(t),
    { label: ipText.cookies, words: t(navigator.cookieEnabled ? ipText.cookiesOn : ipText.cookiesOff) },
    { label: ipText.doNotTrack, words: t(toSignal()) },
  ]
}

/** Some browsers do not tell. */
function toProcessor(t: ReturnType<typeof useText>): Row[] {
  const count = navigator.hardwareConcurrency as number | undefined
  return count ? [{ label: ipText.processor, words: t(ipText.processorValue, { count }) }] : []
}

function toSignal(): Text {
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return ipText.gpc
  return navigator.doNotTrack === '1' ? ipText.dnt : ipText.noSignal
}

/** Offset from UTC as ±hh:mm. */
function toOffset(now: Date): string {
  const minutes = -now.getTimezoneOffset()
  const two = (value: number) => String(Math.abs(value)).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`
}
