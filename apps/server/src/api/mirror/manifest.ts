import * as z from 'zod'
import { Answer, defineEndpoint } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import { toDataFolder } from '@octet/data/manifest.ts'
import { readManifestFile } from '@octet/ipdb/manifest.ts'
import { checkMirrorRight } from '../../domain/downloads/mirror-right.ts'
import { hasTag } from '../../http/has-tag.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/mirror/manifest',
  auth: 'none',
  title: { en: 'Manifest for mirrors', zh: '镜像清单' },
  summary: {
    en: 'What is published here, for instances that bring it over: files with size and SHA-256, sources. Only for those whom the operator lets (`mirror` of the operator’s file).',
    zh: '本实例当前发布的内容，供其他实例同步：文件大小、SHA-256 与数据源。仅限管理员在配置 `mirror` 中允许的调用方。',
  },
  input: z.object({}),
  output: z.string(),
  answer: { media: ['application/json'], isBare: true },
  errors: ['not_found', 'login_required', 'data_missing'],
  async handle({ caller, services, header }) {
    const { config } = services
    checkMirrorRight(config.operator.mirror, { address: caller.address, authorization: header('authorization') })
    const manifest = await readManifestFile(toDataFolder(config.varFolder))
    if (!manifest) throw new AppError('data_missing', { reason: { en: 'nothing has been built yet', zh: '尚未构建数据' } })
    const etag = `"${manifest.build}"`
    const headers = { etag, 'cache-control': 'private, no-cache' }
    if (hasTag(header('if-none-match') ?? '', etag)) return new Answer('', { type: 'application/json', status: 304, headers })
    return new Answer(JSON.stringify(manifest), { type: 'application/json; charset=utf-8', headers })
  },
})
