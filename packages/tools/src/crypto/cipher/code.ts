import { toHex, type Bytes } from '../../lib/bytes.ts'
import { toContent, toSealed, type CodeJob } from './code-job.ts'

export type CipherCode = { readonly language: string; readonly code: string }

/** The same run in Node.js, Python and Java, where their libraries have the cipher; each prints the very result. */
export function writeCode(job: CodeJob): CipherCode[] {
  const python = toPython(job)
  const java = toJava(job)
  return [
    { language: 'Node.js', code: toNode(job) },
    ...(python ? [{ language: 'Python (cryptography)', code: python }] : []),
    ...(java ? [{ language: 'Java 17', code: java }] : []),
  ]
}

type Line = string | false | undefined

function join(lines: readonly Line[]): string {
  return lines.filter((line) => typeof line === 'string').join('\n')
}

function toNode(job: CodeJob): string {
  const { isEncrypting, family, mode, keyBits, key, iv, aad, tag, tagBytes, isPadded, comment, parts, head, shownAs } = job
  const bytes = (value: Bytes) => `Buffer.from('${toHex(value)}', 'hex')`
  const { isText, words } = toContent(job)
  const make = isEncrypting ? 'createCipheriv' : 'createDecipheriv'
  const name = family === 'aes' ? `aes-${keyBits}-${mode}` : family
  const options = tag ? `, { authTagLength: ${tagBytes} }` : ''
  return join([
    `import { ${make} } from 'node:crypto'`,
    '',
    comment && `// ${comment}`,
    `const key = ${bytes(key)}`,
    iv.length > 0 && `const iv = ${bytes(iv)}`,
    `const data = ${isText ? `Buffer.from(${words})` : bytes(job.data)}`,
    `const cipher = ${make}('${name}', key, ${iv.length ? 'iv' : 'null'}${options})`,
    (mode === 'cbc' || mode === 'ecb') && !isPadded && 'cipher.setAutoPadding(false)',
    !isEncrypting && tag && `cipher.setAuthTag(${bytes(tag)})`,
    aad.length > 0 && `cipher.setAAD(${bytes(aad)}${mode === 'ccm' ? ', { plaintextLength: data.length }' : ''})`,
    'const body = Buffer.concat([cipher.update(data), cipher.final()])',
    parts.includes('tag') && 'const tag = cipher.getAuthTag()',
    parts.includes('head') && `const head = ${bytes(head)}`,
    `console.log(${parts.length > 1 ? `Buffer.concat([${parts.join(', ')}])` : 'body'}.toString('${shownAs}'))`,
  ])
}

const PYTHON_MODES: Readonly<Record<string, string>> = {
  cbc: 'CBC(iv)',
  ecb: 'ECB()',
  ctr: 'CTR(iv)',
  cfb: 'CFB(iv)',
  cfb8: 'CFB8(iv)',
  ofb: 'OFB(iv)',
}
const PYTHON_SHOWN: Readonly<Record<CodeJob['shownAs'], string>> = {
  utf8: '.decode()',
  hex: '.hex()',
  base64: 'b64encode',
  base64url: 'urlsafe_b64encode',
}

function toPython(job: CodeJob): string | undefined {
  const { isEncrypting, family, mode, iv, aad, tag, tagBytes, isPadded, comment, parts, head, shownAs } = job
  const bytes = (value: Bytes) => `bytes.fromhex("${toHex(value)}")`
  const { isText, words } = toContent(job)
  const verb = isEncrypting ? 'encrypt' : 'decrypt'
  const isWhole = mode === 'ccm' || family !== 'aes'
  const name = family === 'aes' ? 'AESCCM' : 'ChaCha20Poly1305'
  if (!isWhole && mode !== 'gcm' && !PYTHON_MODES[mode]) return undefined
  const gcm = isEncrypting ? 'GCM(iv)' : `GCM(iv, tag, min_tag_length=${tagBytes})`
  const aadWords = aad.length ? bytes(aad) : 'None'
  const whole = [
    `aead = ${name}(${mode === 'ccm' ? `key, tag_length=${tagBytes}` : 'key'})`,
    isEncrypting
      ? `sealed = aead.encrypt(iv, data, ${aadWords})\nbody, tag = sealed[:-${tagBytes}], sealed[-${tagBytes}:]`
      : `body = aead.decrypt(iv, data + tag, ${aadWords})`,
  ]
  const pieces = [
    isPadded && isEncrypting && 'padder = padding.PKCS7(128).padder()\ndata = padder.update(data) + padder.finalize()',
    `cipher = Cipher(algorithms.AES(key), modes.${mode === 'gcm' ? gcm : PYTHON_MODES[mode]}).${verb}or()`,
    mode === 'gcm' && aad.length > 0 && `cipher.authenticate_additional_data(${bytes(aad)})`,
    'body = cipher.update(data) + cipher.finalize()',
    parts.includes('tag') && `tag = cipher.tag[:${tagBytes}]`,
    isPadded && !isEncrypting && 'unpadder = padding.PKCS7(128).unpadder()\nbody = unpadder.update(body) + unpadder.finalize()',
  ]
  const result = parts.join(' + ')
  const isBase64 = shownAs === 'base64' || shownAs === 'base64url'
  const stripped = shownAs === 'base64url' ? '.rstrip("=")' : ''
  const shown = isBase64
    ? `${PYTHON_SHOWN[shownAs]}(${result}).decode()${stripped}`
    : `${parts.length > 1 ? `(${result})` : result}${PYTHON_SHOWN[shownAs]}`
  return join([
    isBase64 && `from base64 import ${PYTHON_SHOWN[shownAs]}`,
    isWhole
      ? `from cryptography.hazmat.primitives.ciphers.aead import ${name}`
      : 'from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes',
    isPadded && 'from cryptography.hazmat.primitives import padding',
    '',
    comment && `# ${comment}`,
    `key = ${bytes(job.key)}`,
    iv.length > 0 && `iv = ${bytes(iv)}`,
    `data = ${isText ? `${words}.encode()` : bytes(job.data)}`,
    !isEncrypting && tag && `tag = ${bytes(tag)}`,
    ...(isWhole ? whole : pieces),
    parts.includes('head') && `head = ${bytes(head)}`,
    `print(${shown})`,
  ])
}

const JAVA_SHOWN: Readonly<Record<CodeJob['shownAs'], (words: string) => string>> = {
  utf8: (words) => `new String(${words}, StandardCharsets.UTF_8)`,
  hex: (words) => `HexFormat.of().formatHex(${words})`,
  base64: (words) => `Base64.getEncoder().encodeToString(${words})`,
  base64url: (words) => `Base64.getUrlEncoder().withoutPadding().encodeToString(${words})`,
}

function toJava(job: CodeJob): string | undefined {
  const { isEncrypting, family, mode, iv, aad, tag, tagBytes, isPadded, comment, parts, head, shownAs } = job
  // The JDK has no CCM, and no GCM tags below 96 bits.
  if (mode === 'ccm' || (tag && tagBytes < 12)) return undefined
  const bytes = (value: Bytes) => `HexFormat.of().parseHex("${toHex(value)}")`
  const { isText, words } = toContent(job)
  const name = family === 'aes' ? `AES/${mode.toUpperCase()}/${isPadded ? 'PKCS5Padding' : 'NoPadding'}` : 'ChaCha20-Poly1305'
  const spec = mode === 'gcm' ? `new GCMParameterSpec(${tagBytes * 8}, iv)` : 'new IvParameterSpec(iv)'
  const direction = isEncrypting ? 'ENCRYPT_MODE' : 'DECRYPT_MODE'
  const isCut = tag !== undefined && isEncrypting
  return join([
    'import java.io.ByteArrayOutputStream;',
    'import java.nio.charset.StandardCharsets;',
    'import java.util.*;',
    'import javax.crypto.Cipher;',
    'import javax.crypto.spec.*;',
    '',
    'class Main {',
    '  public static void main(String[] words) throws Exception {',
    comment && `    // ${comment}`,
    `    byte[] key = ${bytes(job.key)};`,
    iv.length > 0 && `    byte[] iv = ${bytes(iv)};`,
    `    byte[] data = ${isText ? `${words}.getBytes(StandardCharsets.UTF_8)` : bytes(isEncrypting ? job.data : toSealed(job))};`,
    `    Cipher cipher = Cipher.getInstance("${name}");`,
    `    cipher.init(Cipher.${direction}, new SecretKeySpec(key, "${family === 'aes' ? 'AES' : 'ChaCha20'}")${iv.length ? `, ${spec}` : ''});`,
    aad.length > 0 && `    cipher.updateAAD(${bytes(aad)});`,
    `    byte[] ${isCut ? 'sealed' : 'body'} = cipher.doFinal(data);`,
    isCut && `    byte[] body = Arrays.copyOf(sealed, sealed.length - ${tagBytes});`,
    isCut && `    byte[] tag = Arrays.copyOfRange(sealed, sealed.length - ${tagBytes}, sealed.length);`,
    parts.includes('head') && `    byte[] head = ${bytes(head)};`,
    '    ByteArrayOutputStream result = new ByteArrayOutputStream();',
    ...parts.map((part) => `    result.write(${part});`),
    `    System.out.println(${JAVA_SHOWN[shownAs]('result.toByteArray()')});`,
    '  }',
    '}',
  ])
}
