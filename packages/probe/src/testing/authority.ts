import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { X509Certificate } from 'node:crypto'

export type Issued = { readonly cert: string; readonly key: string; readonly raw: Buffer }
type IssueOptions = {
  readonly subject?: string
  readonly by?: string
  readonly extensions?: readonly string[]
  readonly digest?: string
  readonly key?: 'ec' | 'rsa'
}
export type OcspState = 'good' | 'revoked'

/** A certificate authority that OpenSSL makes for one test: a root, an intermediate, and what the intermediate issues. */
export class TestAuthority implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'octet-ca-'))
  readonly root: Issued
  readonly intermediate: Issued

  constructor() {
    this.#run('req', '-x509', ...this.#newKey('root'), '-out', this.#at('root.pem'), '-subj', '/CN=Test Root', '-days', '30')
    this.root = this.#read('root')
    this.intermediate = this.issue('intermediate', {
      subject: '/CN=Test Intermediate',
      by: 'root',
      extensions: ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign,cRLSign,digitalSignature'],
    })
  }

  /** Issues a certificate with these extensions, as lines of an OpenSSL configuration. */
  issue(
    name: string,
    { subject = `/CN=${name}`, by = 'intermediate', extensions = [], digest = 'sha256', key = 'ec' }: IssueOptions = {},
  ): Issued {
    writeFileSync(this.#at(`${name}.ext`), extensions.join('\n'))
    this.#run('req', '-new', ...this.#newKey(name, key), '-out', this.#at(`${name}.csr`), '-subj', subject)
    const signing = ['-CA', this.#at(`${by}.pem`), '-CAkey', this.#at(`${by}.key`), '-CAcreateserial']
    const files = ['-in', this.#at(`${name}.csr`), '-out', this.#at(`${name}.pem`), '-extfile', this.#at(`${name}.ext`)]
    this.#run('x509', '-req', ...files, ...signing, '-days', '20', `-${digest}`)
    return this.#read(name)
  }

  /** The authority's OCSP answer about a certificate, signed by the intermediate unless another signer is named. */
  answerOcsp(name: string, state: OcspState, signer = 'intermediate'): Buffer {
    const { serialNumber } = new X509Certificate(this.#read(name).cert)
    const [expires, revoked] = ['351231000000Z', state === 'revoked' ? '260102030405Z' : '']
    writeFileSync(
      this.#at('index.txt'),
      `${state === 'good' ? 'V' : 'R'}\t${expires}\t${revoked}\t${serialNumber}\tunknown\t/CN=${name}\n`,
    )
    const issuer = this.#at('intermediate.pem')
    const by = ['-rsigner', this.#at(`${signer}.pem`), '-rkey', this.#at(`${signer}.key`)]
    const question = ['-issuer', issuer, '-cert', this.#at(`${name}.pem`), '-no_nonce', '-ndays', '1']
    this.#run('ocsp', '-index', this.#at('index.txt'), '-CA', issuer, ...by, ...question, '-respout', this.#at('answer.der'))
    return readFileSync(this.#at('answer.der'))
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true })
  }

  #newKey(name: string, kind: 'ec' | 'rsa' = 'ec'): string[] {
    const made = kind === 'rsa' ? ['rsa:2048'] : ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
    return ['-nodes', '-newkey', ...made, '-keyout', this.#at(`${name}.key`)]
  }

  #read(name: string): Issued {
    const cert = readFileSync(this.#at(`${name}.pem`), 'utf8')
    return { cert, key: readFileSync(this.#at(`${name}.key`), 'utf8'), raw: new X509Certificate(cert).raw }
  }

  #run(...args: readonly string[]): void {
    execFileSync('openssl', args, { stdio: 'ignore' })
  }

  #at(file: string): string {
    return join(this.#folder, file)
  }
}
