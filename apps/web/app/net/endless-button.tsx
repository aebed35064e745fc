import { useText } from '../lang.tsx'
import { probeText as words } from '../text/net-probe.ts'
import { Button } from '../ui/button.tsx'

type EndlessButtonProps = {
  readonly isGoing: boolean
  readonly start: () => void
  readonly stop: () => void
}

/** Goes on until it is stopped. */
export function EndlessButton({ isGoing, start, stop }: EndlessButtonProps) {
  const t = useText()
  return (
    <Button
      className="endless"
      icon={isGoing ? 'PlayerStop' : 'Repeat'}
      aria-pressed={isGoing}
      title={t(words.endlessHelp)}
      onClick={isGoing ? stop : start}
    >
      {t(isGoing ? words.endlessStop : words.endless)}
    </Button>
  )
}
