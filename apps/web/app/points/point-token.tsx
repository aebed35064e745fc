import { useState } from 'react'
import { toAdviceText } from '../account/failure-in.ts'
import { request } from '../account/request.ts'
import { useText } from '../lang.tsx'
import { pointTokenText } from '../text/point-token.ts'
import { pointText } from '../text/points.ts'
import { AskRemoval } from '../ui/ask-removal.tsx'
import { PointCommand } from './point-command.tsx'

type PointTokenProps = { readonly id: string; readonly name: string; readonly onClose: () => void }

/** A new token for a point of one's own: the command that joins it, shown once. The old one works meanwhile. */
export default function PointToken({ id, name, onClose }: PointTokenProps) {
  const t = useText()
  const [command, setCommand] = useState('')
  const renew = async () => {
    const { data, failure } = await request<{ command: string }>('POST', `points/${id}/token`, {}, { isQuiet: true })
    if (failure) return toAdviceText(failure)
    setCommand(`npm run octet -- ${data.command.replace(/^octet /, '')}`)
    return undefined
  }
  if (command === '')
    return <AskRemoval subject={name} help={t(pointTokenText.ask)} yes={t(pointText.newToken)} onYes={renew} onNo={onClose} />
  return (
    <div className="points-token">
      <PointCommand text={command} />
      <p role="status">{t(pointTokenText.help)}</p>
    </div>
  )
}
