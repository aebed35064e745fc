/** Options of curl that take a value (curl 8 manual). */
const WITH_VALUE = new Set(
  `abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to continue-at cookie
  cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode delegation dns-interface dns-ipv4-addr
  dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine etag-compare etag-save expect100-timeout form form-string
  ftp-account ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip header
  hostpubmd5 hostpubsha256 hsts interface ip-tos ipfs-gateway json keepalive-cnt keepalive-time key key-type krb libcurl limit-rate
  local-port login-options mail-auth mail-from mail-rcpt max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output
  output-dir parallel-max pass pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-cacert proxy-capath proxy-cert
  proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name
  proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file range rate
  referer request request-target resolve retry retry-delay retry-max-time sasl-authzid service-name sigalgs socks4 socks4a socks5
  socks5-gssapi-service socks5-hostname speed-limit speed-time ssl-sessions stderr telnet-option tftp-blksize time-cond tls-max
  tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket upload-file url url-query user user-agent
  variable vlan-priority write-out`.split(/\s+/),
)
/** Options that are switches. */
const SWITCHES = new Set(
  `anyauth append basic ca-native cert-status compressed compressed-ssh create-dirs crlf digest disable disable-eprt disable-epsv
  disallow-username-in-url doh-cert-status doh-insecure fail fail-early fail-with-body false-start form-escape ftp-create-dirs
  ftp-pasv ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-control get globoff haproxy-protocol head help http0.9 http1.0 http1.1 http2
  http2-prior-knowledge http3 http3-only ignore-content-length include insecure ipv4 ipv6 junk-session-cookies list-only location
  location-trusted mail-rcpt-allowfails manual metalink mptcp negotiate netrc netrc-optional next alpn buffer clobber keepalive
  npn progress-meter sessionid ntlm ntlm-wb parallel parallel-immediate path-as-is post301 post302 post303 progress-bar proxy-anyauth
  proxy-basic proxy-ca-native proxy-digest proxy-http2 proxy-insecure proxy-negotiate proxy-ntlm proxy-ssl-allow-beast
  proxy-ssl-auto-client-cert proxy-tlsv1 proxytunnel raw remote-header-name remote-name remote-name-all remote-time remove-on-error
  retry-all-errors retry-connrefused sasl-ir show-error show-headers silent skip-existing socks5-basic socks5-gssapi
  socks5-gssapi-nec ssl ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort sslv2 sslv3
  styled-output suppress-connect-headers tcp-fastopen tcp-nodelay tftp-no-options tls-earlydata tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3
  tr-encoding trace-ids trace-time use-ascii verbose version xattr`.split(/\s+/),
)
const SHORT: Readonly<Record<string, string>> = {
  '#': 'progress-bar', '0': 'http1.0', '1': 'tlsv1', '2': 'sslv2', '3': 'sslv3', '4': 'ipv4', '6': 'ipv6', ':': 'next',
  a: 'append', A: 'user-agent', b: 'cookie', B: 'use-ascii', c: 'cookie-jar', C: 'continue-at', d: 'data', D: 'dump-header', e: 'referer',
  E: 'cert', f: 'fail', F: 'form', g: 'globoff', G: 'get', h: 'help', H: 'header', i: 'include', I: 'head', j: 'junk-session-cookies',
  J: 'remote-header-name', k: 'insecure', K: 'config', l: 'list-only', L: 'location', m: 'max-time', M: 'manual', n: 'netrc', N: 'no-buffer',
  o: 'output', O: 'remote-name', p: 'proxytunnel', P: 'ftp-port', q: 'disable', Q: 'quote', r: 'range', R: 'remote-time', s: 'silent',
  S: 'show-error', t: 'telnet-option', T: 'upload-file', u: 'user', U: 'proxy-user', v: 'verbose', V: 'version', w: 'write-out',
  x: 'proxy', X: 'request', y: 'speed-time', Y: 'speed-limit', z: 'time-cond', Z: 'parallel',
} // prettier-ignore

/** One option as written, with its long name; words that are no option are addresses. */
export type Option = { readonly name: string; readonly written: string; readonly value: string }
export type UnknownOption = { readonly unknown: string }

/** Reads the words behind `curl`. An option without its value has an empty one. */
export function readOptions(words: readonly string[]): (Option | UnknownOption)[] {
  const options: (Option | UnknownOption)[] = []
  let isEnded = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (isEnded || !word.startsWith('-') || word === '-') options.push({ name: 'url', written: word, value: word })
    else if (word === '--') isEnded = true
    else if (word.startsWith('--')) {
      const name = word.slice(2)
      if (WITH_VALUE.has(name)) options.push({ name, written: word, value: words[++at] ?? '' })
      else options.push(isSwitch(name) ? { name, written: word, value: '' } : { unknown: word })
    } else if (readShort(word, words[at + 1] ?? '', options)) at++
  }
  return options
}

const isSwitch = (name: string): boolean =>
  SWITCHES.has(name) || (name.startsWith('no-') && (SWITCHES.has(name.slice(3)) || WITH_VALUE.has(name.slice(3))))

/** Several letters behind one `-`, of which the last may take a value; true if it is the next word. */
function readShort(word: string, next: string, options: (Option | UnknownOption)[]): boolean {
  for (let at = 1; at < word.length; at++) {
    const letter = word[at]!
    const name = SHORT[letter]
    if (name === undefined) {
      options.push({ unknown: `-${letter}` })
      return false
    }
    const rest = word.slice(at + 1)
    if (WITH_VALUE.has(name)) {
      options.push({ name, written: `-${letter}`, value: rest || next })
      return rest === ''
    }
    options.push({ name, written: `-${letter}`, value: '' })
  }
  return false
}
