import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { listPoints } from '../../domain/points/list-points.ts'
import { pointRow } from '../../domain/points/point-row.ts'
import { findAsker } from '../../http/find-asker.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/points',
  auth: 'none',
  title: { en: 'Monitoring points', zh: '监测点' },
  summary: {
    en: 'Every point that may be measured from, with place, network, load and tags; with a session or key one’s own private points too.',
    zh: '可用于测量的全部监测点及其位置、网络、负载和标签；登录或使用密钥时还包括自己的私有监测点。',
  },
  input: z.object({}),
  output: z.array(pointRow),
  errors: ['session_ended', 'bad_key', 'key_refused'],
  async handle({ caller, services, header }) {
    const { accountId } = await findAsker({ caller, services, header })
    const { hub, store } = services.points
    return listPoints({ hub, store, accountId })
  },
})
