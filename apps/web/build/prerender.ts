import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

type Entry = typeof import('../app/entry-server.tsx')

/** Stands in the pages where the site's public address belongs; the server puts it in when it starts. */
const ORIGIN_MARK = 'https://octet.invalid'
/** The same for the name of the product. */
const BRAND_MARK = '{brand}'

/** Renders every public page in both languages. Gives the file of each path. */
export async function prerender({ render, listPublicPaths }: Entry, folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const path of await listPublicPaths())
    for (const local of [path, path === '/' ? '/zh' : `/zh${path}`]) {
      const answer = await render(new Request(ORIGIN_MARK + local), { loggedIn: false, dataState: {}, brand: BRAND_MARK })
      if (answer.status !== 200) throw new Error(`${local}: expected status 200, got ${answer.status}`)
      files[local] = await writePage(folder, local, await answer.text())
    }
  return files
}

async function writePage(folder: string, path: string, html: string): Promise<string> {
  const file = path === '/' ? 'index.html' : `${path.slice(1)}/index.html`
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), html)
  return file
}
