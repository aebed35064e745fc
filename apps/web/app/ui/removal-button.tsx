import { Button } from './button.tsx'

type RemovalButtonProps = {
  readonly label: string
  /** What would go. */
  readonly subject: string
  readonly isAsking: boolean
  readonly onAsk: (isAsking: boolean) => void
}

/** The button of a row that asks whether it is to go, and takes the question back. */
export function RemovalButton({ label, subject, isAsking, onAsk }: RemovalButtonProps) {
  return (
    <Button kind="ghost" icon="Trash" isIconOnly subject={subject} aria-expanded={isAsking} onClick={() => onAsk(!isAsking)}>
      {label}
    </Button>
  )
}
