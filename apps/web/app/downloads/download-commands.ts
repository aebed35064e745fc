/**
 * Commands that fetch a database again and again: only when there is another, waiting while it is made. curl has no safe way to
 * go on with a part (`-C -` would append to the file of another build); `octet download` does.
 */
export function toDownloadCommands(database: string): string {
  const name = `octet-${database}`
  return [
    `octet download ${database} mmdb`,
    `curl -fS --retry 60 -H "Authorization: Bearer $KEY" \\`,
    `  --etag-compare ${name}.etag --etag-save ${name}.etag -o ${name}.mmdb \\`,
    `  $ORIGIN/v1/databases/${database}/mmdb`,
  ].join('\n')
}
