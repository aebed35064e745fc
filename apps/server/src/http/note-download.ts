import type { ProductFile } from '@octet/data/products/product-store.ts'
import type { Downloader } from '../domain/downloads/download-log.ts'
import type { Services } from '../services.ts'
import { toNetwork } from './report-requests.ts'
import type { SendOptions } from './send-file.ts'

type Noted = {
  readonly file: ProductFile
  /** Undefined for a caller without account and key. */
  readonly downloader: Downloader | undefined
  readonly address: string
}

/**
 * Notes a download under whatever address it was asked for: in the history of the account, or, where it is nobody's, as a
 * line of the log with the database, the build and the caller's network.
 */
export function noteDownload(
  { downloadLog, log }: Pick<Services, 'downloadLog' | 'log'>,
  { file, downloader, address }: Noted,
): SendOptions['onSend'] {
  return async ({ start }) => {
    if (!downloader) {
      const { product, format, build } = file
      log.info({ product, format, build, start, network: toNetwork(address) }, 'a download without an account')
      return undefined
    }
    const id = await downloadLog.begin(downloader, file, start > 0)
    return () => downloadLog.finish(id).catch((error: unknown) => log.warn({ err: error }, 'the end of a download was not noted'))
  }
}
