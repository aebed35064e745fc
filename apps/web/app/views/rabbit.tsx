import { CipherView, type CipherTool } from '../dev/cipher/cipher-view.tsx'

/** Rabbit with the key in one panel. */
export default function RabbitView(tool: CipherTool) {
  return <CipherView tool={tool} makeKeyBytes={() => 16} />
}
