import { CipherView, type CipherTool } from '../dev/cipher/cipher-view.tsx'

/** SM4 with the key in one panel. */
export default function Sm4View(tool: CipherTool) {
  return <CipherView tool={tool} makeKeyBytes={() => 16} />
}
