import { useEffect, useRef, useState } from 'react'
import { useText } from '../lang.tsx'
import { probeText as words } from '../text/net-probe.ts'
import { Button } from '../ui/button.tsx'
import { listen, playSound, type Heard } from './loss-sound.ts'

type SoundButtonProps = { readonly lanes: Parameters<typeof listen>[1] }

/** Lets losses be heard while one looks elsewhere. */
export function SoundButton({ lanes }: SoundButtonProps) {
  const t = useText()
  const [context, setContext] = useState<AudioContext>()
  const heard = useRef<Heard>(new Map())
  useEffect(() => {
    const next = listen(heard.current, lanes)
    heard.current = next.heard
    if (context && next.sound) playSound(context, next.sound)
  }, [lanes, context])
  useEffect(() => () => void context?.close(), [context])
  return (
    <Button
      icon={context ? 'Bell' : 'BellOff'}
      aria-pressed={context !== undefined}
      title={t(words.soundHelp)}
      onClick={() => setContext(context ? undefined : new AudioContext())}
    >
      {t(words.sound)}
    </Button>
  )
}
