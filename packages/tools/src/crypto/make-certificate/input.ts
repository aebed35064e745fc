import type { KeyKind } from '../../lib/keys/key-kinds.ts'
import type { Purpose } from './extensions.ts'
import type { WantedHash } from './signer.ts'
import type { Subject } from './subject.ts'

/** What is made: a certificate that signs itself, a request, an authority, or a certificate by one. */
export type Action = 'self' | 'request' | 'authority' | 'issue'

export type CertificateInput = Subject & {
  action: Action
  names: string
  kind: KeyKind | 'own'
  key: string
  passphrase: string
  issuer: string
  issuerPassphrase: string
  request: string
  isAuthority: boolean
  days?: number | undefined
  from: string
  purpose: Purpose
  hash: WantedHash
  newPassphrase: string
}

/** Whether what is made may sign certificates itself. */
export const makesAuthority = ({ action, isAuthority }: Pick<CertificateInput, 'action' | 'isAuthority'>): boolean =>
  action === 'authority' || (action === 'issue' && isAuthority)
