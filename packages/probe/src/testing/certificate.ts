import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type TestCertificate = { readonly cert: string; readonly key: string }

/** Arguments of `openssl req` that make one self-signed certificate. */
export type CertificateOptions = {
  readonly names?: readonly string[]
  readonly days?: number
  readonly rsaBits?: number
  readonly subject?: string
  /** Lines of an OpenSSL configuration, beside the names. */
  readonly extensions?: readonly string[]
}

/** A self-signed certificate made by OpenSSL; undefined where this machine has none. */
export function createCertificate({
  names = ['DNS:localhost', 'IP:127.0.0.1'],
  days = 30,
  rsaBits,
  subject = '/CN=localhost',
  extensions = [],
}: CertificateOptions = {}): TestCertificate | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'octet-cert-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = rsaBits ? ['rsa:' + rsaBits] : ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
  try {
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-nodes',
        '-newkey',
        ...kind,
        '-keyout',
        key,
        '-out',
        cert,
        '-days',
        String(days),
        '-subj',
        subject,
        ...[`subjectAltName=${names.join(',')}`, ...extensions].flatMap((extension) => ['-addext', extension]),
      ],
      { stdio: 'ignore' },
    )
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } catch {
    return undefined
  } finally {
    rmSync(folder, { recursive: true })
  }
}
