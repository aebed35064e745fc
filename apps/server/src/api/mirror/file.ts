import { join } from 'node:path'
import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import { toDataFolder } from '@octet/data/manifest.ts'
import { PREVIOUS_MANIFEST, readManifestFile } from '@octet/ipdb/manifest.ts'
import { checkMirrorRight } from '../../domain/downloads/mirror-right.ts'
import { sendFile } from '../../http/send-file.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/mirror/files/:name',
  auth: 'none',
  title: { en: 'File for mirrors', zh: '镜像文件' },
  summary: {
    en: 'A file that the manifest names, or the one before. Range, If-Range and ETag work, so a transfer that breaks goes on.',
    zh: '清单（或上一份清单）列出的文件。支持 Range、If-Range 与 ETag，传输中断后可续传。',
  },
  input: z.object({ name: z.string().max(100) }),
  output: z.string(),
  answer: { media: ['application/octet-stream'], isBare: true },
  errors: ['not_found', 'login_required'],
  async handle({ input, caller, services, header, method }) {
    const { config } = services
    checkMirrorRight(config.operator.mirror, { address: caller.address, authorization: header('authorization') })
    const folder = toDataFolder(config.varFolder)
    // A mirror may still be at the build before when a new one is published.
    const manifests = await Promise.all([
      readManifestFile(folder),
      readManifestFile(folder, PREVIOUS_MANIFEST).catch(() => undefined),
    ])
    for (const manifest of manifests) {
      const file = manifest?.files.find(({ name }) => name === input.name)
      if (file)
        return sendFile(
          { ...file, path: join(folder, file.name), modifiedAt: new Date(manifest!.date), mediaType: 'application/octet-stream' },
          { method, header },
        )
    }
    throw new AppError('not_found', { path: input.name })
  },
})
