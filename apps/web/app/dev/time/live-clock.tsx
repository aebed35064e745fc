import { useEffect, useState } from 'react'
import { useLang, useText } from '../../lang.tsx'
import { Value } from '../../result/value.tsx'
import { timeText } from '../../text/dev-time.ts'
import { Button } from '../../ui/button.tsx'

/** The present moment, ticking: Unix time large, local time beside it. Nothing is drawn before the page lives, since only the browser knows. */
export function LiveClock({ onUse }: { onUse: (unixMs: number) => void }) {
  const t = useText()
  const lang = useLang()
  const [now, setNow] = useState<Date>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      setNow(new Date())
      timer = setTimeout(tick, 1000 - (Date.now() % 1000))
    }
    tick()
    return () => clearTimeout(timer)
  }, [])
  const zone = now && new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <section className="live-clock" aria-label={t(timeText.now)}>
      <div>
        <p className="clock-label">{t(timeText.unixSeconds)}</p>
        <p className="clock-unix">{now ? <Value value={Math.floor(now.getTime() / 1000)} schema={{}} /> : ' '}</p>
      </div>
      <div>
        <p className="clock-label">{zone ?? t(timeText.now)}</p>
        <p className="clock-local">
          {now
            ? new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', { dateStyle: 'full', timeStyle: 'medium' }).format(now)
            : ' '}
        </p>
      </div>
      <Button icon="Clock" disabled={!now} onClick={() => onUse(Date.now())}>
        {t(timeText.takeNow)}
      </Button>
    </section>
  )
}
