import { CipherView, type CipherTool } from '../dev/cipher/cipher-view.tsx'

/** Older block ciphers with the key in one panel. */
export default function BlowfishView(tool: CipherTool) {
  const makeKeyBytes: Parameters<typeof CipherView>[0]['makeKeyBytes'] = ({ kind, keyBits }) =>
    kind === 'twofish' || kind === 'camellia' ? Number(keyBits) / 8 : 16
  return <CipherView tool={tool} makeKeyBytes={makeKeyBytes} />
}
