import { CipherView, type CipherTool } from '../dev/cipher/cipher-view.tsx'

/** AES and ChaCha20 with the key in one panel. */
export default function AesView(tool: CipherTool) {
  return <CipherView tool={tool} makeKeyBytes={(input) => Number(input.keyBits) / 8} />
}
