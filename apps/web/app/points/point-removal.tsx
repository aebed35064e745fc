import { toAdviceText } from '../account/failure-in.ts'
import { request } from '../account/request.ts'
import { useText } from '../lang.tsx'
import { toast } from '../state/toast-store.ts'
import { pointText as words } from '../text/points.ts'
import { AskRemoval } from '../ui/ask-removal.tsx'

type PointRemovalProps = {
  readonly id: string
  readonly name: string
  readonly onRemoved: () => void
  readonly onClose: () => void
}

/** Asks once more before a point goes. */
export default function PointRemoval({ id, name, onRemoved, onClose }: PointRemovalProps) {
  const t = useText()
  const remove = async () => {
    const { failure } = await request('DELETE', `points/${id}`, {}, { isQuiet: true })
    if (failure) return toAdviceText(failure)
    toast.success(t(words.removed))
    onRemoved()
    return undefined
  }
  return <AskRemoval subject={name} help={t(words.removeHelp)} onYes={remove} onNo={onClose} />
}
