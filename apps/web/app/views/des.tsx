import { CipherView, type CipherTool } from '../dev/cipher/cipher-view.tsx'

/** DES and Triple DES with the key in one panel. */
export default function DesView(tool: CipherTool) {
  return <CipherView tool={tool} makeKeyBytes={({ kind }) => (kind === 'des' ? 8 : kind === 'ede2' ? 16 : 24)} />
}
