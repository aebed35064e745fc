import { CipherView, type CipherTool } from '../dev/cipher/cipher-view.tsx'

/** RC4 with the key in one panel. */
export default function Rc4View(tool: CipherTool) {
  return <CipherView tool={tool} makeKeyBytes={() => 16} />
}
