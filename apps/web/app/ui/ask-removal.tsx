import { useText } from '../lang.tsx'
import { monitorText as words } from '../text/monitors.ts'
import { Button } from '../ui/button.tsx'

type AskRemovalProps = { readonly help: string; readonly onYes: () => void; readonly onNo: () => void }

/** «Really?» below a row: nothing goes before it is said. */
export function AskRemoval({ help, onYes, onNo }: AskRemovalProps) {
  const t = useText()
  return (
    <div className="removal-ask">
      <p>{help}</p>
      <Button kind="primary" className="danger" onClick={onYes}>
        {t(words.removeNow)}
      </Button>
      <Button kind="ghost" onClick={onNo}>
        {t(words.cancel)}
      </Button>
    </div>
  )
}
