import type { Lang } from '@octet/core/text.ts'
import { FORMATS, FORMAT_IDS, toProductName, type FormatId } from '@octet/data/products/formats.ts'
import type { ProductFile } from '@octet/data/products/product-store.ts'
import { readManifest } from '@octet/data/manifest.ts'
import { PRODUCTS } from '@octet/ipdb/write/find-product.ts'
import { PRODUCT_IDS, type ProductId } from '@octet/ipdb/write/product.ts'
import type { Downloads } from './downloads.ts'

export type FileState = 'ready' | 'making' | 'waiting' | 'failed' | 'not_made'

/** Every database with its fields, formats and files, as pages and programs list them. */
export async function describeDatabases(downloads: Downloads, varFolder: string, lang: Lang) {
  const { store } = downloads
  const manifest = await readManifest(varFolder).catch(() => undefined)
  const [builds, making, wanted] = await Promise.all([store.listBuilds(), store.readMaking(), store.listWanted()])
  const files = (await Promise.all(builds.map((build) => store.list(build)))).flat()
  const samples = builds[0] ? await store.readSamples(builds[0]) : {}
  const describeFormat = async (product: ProductId, format: FormatId) => {
    const ready = files.find((file) => file.product === product && file.format === format)
    const isNewest = ready !== undefined && ready.build === manifest?.build
    const isMade = making?.product === product && making.format === format
    const isWanted = wanted.some((one) => one.product === product && one.format === format)
    const failure = isNewest || isMade || isWanted ? undefined : await store.findFailure({ product, format })
    const state: FileState = isNewest
      ? 'ready'
      : isMade
        ? 'making'
        : isWanted
          ? 'waiting'
          : ready
            ? 'ready'
            : failure
              ? 'failed'
              : 'not_made'
    return {
      format,
      title: FORMATS[format].title[lang],
      media_type: FORMATS[format].mediaType,
      state,
      rows_written: isMade ? making.rows : null,
      failure: failure?.reason ?? null,
      name: ready?.name ?? toProductName(product, format, manifest?.build ?? '00000000'),
      file: ready ? describeFile(ready) : null,
      url: `/v1/databases/${product}/${format}`,
    }
  }
  return {
    build: manifest?.build ?? null,
    date: manifest?.date.slice(0, 10) ?? null,
    builds,
    licences: (manifest?.sources ?? []).map(({ title, licence, date, homepage }) => ({
      source: title[lang],
      licence: licence.name,
      licence_url: licence.url,
      attribution: licence.attribution[lang],
      date,
      url: homepage,
    })),
    databases: await Promise.all(
      PRODUCT_IDS.map(async (id) => {
        const { title, summary, columns, nestedFields } = PRODUCTS[id]
        return {
          id,
          title: title[lang],
          content: summary[lang],
          fields: columns.map(({ name, type, description }) => ({ name, type, description: description[lang] })),
          nested_fields: [...nestedFields],
          sample: samples[id] ?? [],
          formats: await Promise.all(FORMAT_IDS.map((format) => describeFormat(id, format))),
        }
      }),
    ),
  }
}

/** A finished file as answers show it. */
function describeFile({ name, sizeBytes, sha256, rows, build, date }: ProductFile) {
  return { name, size_bytes: sizeBytes, sha256, rows, build, date: date.slice(0, 10) }
}
