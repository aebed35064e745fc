import type { Chosen } from './choose.ts'
import type { ConvertInput, Format } from './input.ts'

/** How servers are told to use the files, with the names they are saved by. */
export function findSetup({ to }: Pick<ConvertInput, 'to'>, { key, own }: Chosen): string | undefined {
  return key && own ? SETUPS[to] : undefined
}

const SETUPS: Readonly<Partial<Record<Format, string>>> = {
  pem: `# nginx
ssl_certificate     /etc/ssl/fullchain.pem;
ssl_certificate_key /etc/ssl/private.pem;

# Apache
SSLCertificateFile    /etc/ssl/fullchain.pem
SSLCertificateKeyFile /etc/ssl/private.pem

# HAProxy: cat fullchain.pem private.pem > site.pem
bind :443 ssl crt /etc/haproxy/site.pem

# Caddy
tls /etc/ssl/fullchain.pem /etc/ssl/private.pem`,
  pkcs12: `# Windows, IIS (PowerShell)
Import-PfxCertificate certificate.p12 -CertStoreLocation Cert:\\LocalMachine\\My -Password (Read-Host -AsSecureString)

# Tomcat (server.xml)
<Certificate certificateKeystoreFile="conf/certificate.p12" certificateKeystoreType="PKCS12" certificateKeystorePassword="…" />

# Spring Boot
server.ssl.key-store=certificate.p12
server.ssl.key-store-type=PKCS12
server.ssl.key-store-password=…`,
  jks: `# Tomcat (server.xml)
<Certificate certificateKeystoreFile="conf/keystore.jks" certificateKeystoreType="JKS" certificateKeystorePassword="…" />`,
}

const PKCS12_OLD = ' -keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -macalg sha1'

/** The command that makes the same of the files of PEM. */
export function findCommand({ to, lock }: Pick<ConvertInput, 'to' | 'lock'>, { key, chain, own }: Chosen): string | undefined {
  const hasMore = own !== undefined && chain.length > 1
  const pkcs12 = `openssl pkcs12 -export ${key ? '-inkey private.pem' : '-nokeys'} -in ${own ? 'certificate.pem' : 'certificates.pem'}${hasMore ? ' -certfile chain.pem' : ''}${lock === 'old' ? PKCS12_OLD : ''} -out certificate.p12`
  switch (to) {
    case 'pem':
      return undefined
    case 'der':
      return 'openssl x509 -in certificate.pem -outform DER -out certificate.cer'
    case 'pkcs7':
      return `openssl crl2pkcs7 -nocrl -certfile ${own ? 'fullchain.pem' : 'certificates.pem'} -outform DER -out certificates.p7b`
    case 'pkcs12':
      return pkcs12
    case 'jks':
      return `${pkcs12} &&\nkeytool -importkeystore -srckeystore certificate.p12 -srcstoretype pkcs12 -destkeystore keystore.jks -deststoretype jks`
  }
}
