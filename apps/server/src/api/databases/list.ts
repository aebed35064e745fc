import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { describeDatabases } from '../../domain/downloads/describe-databases.ts'
import { findDownloader } from '../../http/find-downloader.ts'

const file = z.object({
  name: z.string(),
  size_bytes: z.number(),
  sha256: z.string(),
  rows: z
    .number()
    .nullable()
    .describe(joinText({ en: 'Ranges, or networks in tables of blocks', zh: '地址段数；地址块表格中为网络数' })),
  build: z.string(),
  date: z.string(),
})

export default defineEndpoint({
  method: 'GET',
  path: '/v1/databases',
  auth: 'none',
  title: { en: 'The databases', zh: '数据库列表' },
  summary: {
    en: 'Every database with fields, sample rows, formats, file sizes, checksums, update frequency and licences; with credentials also what they may download.',
    zh: '全部数据库的字段、样例、格式、文件大小、校验和、更新频率与许可；附带凭据时还会返回可下载的范围。',
  },
  input: z.object({ key: z.string().max(200).optional(), lang: z.enum(['en', 'zh']).optional() }),
  output: z.object({
    build: z.string().nullable(),
    date: z.string().nullable(),
    update_frequency: z
      .enum(['daily', 'by_hand'])
      .describe(
        joinText({ en: 'by_hand where the operator has switched daily updates off', zh: '管理员关闭每日更新时为 by_hand' }),
      ),
    builds: z
      .array(z.string())
      .describe(joinText({ en: 'Builds of which files are kept, the newest first', zh: '保留了文件的构建，从新到旧' })),
    licences: z.array(
      z.object({
        source: z.string(),
        licence: z.string(),
        licence_url: z.string(),
        attribution: z.string(),
        date: z.string().nullable(),
        url: z.string(),
      }),
    ),
    databases: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        content: z.string(),
        is_free: z.boolean().describe(joinText({ en: 'May be fetched without an account', zh: '无需账户即可下载' })),
        is_subscribed: z
          .boolean()
          .nullable()
          .describe(joinText({ en: 'Null without credentials', zh: '未提供凭据时为 null' })),
        usable_until: z
          .string()
          .nullable()
          .describe(joinText({ en: 'End of the subscription; null for none', zh: '订阅结束时间；没有订阅时为 null' })),
        fields: z.array(z.object({ name: z.string(), type: z.string(), description: z.string() })),
        nested_fields: z.array(z.string()),
        sample: z.array(z.record(z.string(), z.unknown())),
        formats: z.array(
          z.object({
            format: z.string(),
            title: z.string(),
            media_type: z.string(),
            state: z.enum(['ready', 'making', 'waiting', 'failed', 'not_made']),
            rows_written: z.number().nullable(),
            failure: z.string().nullable(),
            name: z.string(),
            file: file.nullable().describe(
              joinText({
                en: 'The newest finished file, of this build or the one before',
                zh: '最新的完整文件，属于本次或上一次构建',
              }),
            ),
            url: z.string(),
          }),
        ),
      }),
    ),
  }),
  errors: ['bad_key', 'key_refused', 'session_ended', 'unavailable'],
  async handle(context) {
    const { caller, services, input } = context
    const { downloads, config } = services
    const downloader = await findDownloader(context, input, { takesAnyKey: true })
    const rights = downloader && (await downloads.readRights(downloader.accountId))
    const listed = await describeDatabases(downloads, config.varFolder, caller.lang)
    const databases = listed.databases.map((database) => {
      const isSubscribed = rights ? rights.products.includes(database.id) : null
      return {
        ...database,
        is_free: database.id === 'lite' && config.operator.databases.liteWithoutAccount,
        is_subscribed: isSubscribed,
        usable_until: isSubscribed && database.id !== 'lite' ? (rights?.until?.toISOString() ?? null) : null,
      }
    })
    const { updates, mirrorFrom } = config.operator
    const updateFrequency = updates.isEnabled || mirrorFrom ? ('daily' as const) : ('by_hand' as const)
    return { ...listed, update_frequency: updateFrequency, databases }
  },
})
