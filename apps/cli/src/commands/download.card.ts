import { FORMAT_IDS } from '@octet/data/products/formats.ts'
import { PRODUCT_IDS } from '@octet/ipdb/write/product.ts'
import { defineCard } from '../command.ts'

export default defineCard({
  summary: { en: 'Download a database from the server, checked and resumable', zh: '从服务器下载数据库，校验并支持断点续传' },
  usage: [
    {
      en: 'octet download                                  list what can be downloaded',
      zh: 'octet download                                  列出可下载的内容',
    },
    'octet download geolocation mmdb [--to FOLDER|FILE]',
    { en: `  databases: ${PRODUCT_IDS.join(' ')}`, zh: `  数据库：${PRODUCT_IDS.join(' ')}` },
    { en: `  formats:   ${FORMAT_IDS.join(' ')}`, zh: `  格式：  ${FORMAT_IDS.join(' ')}` },
    {
      en: '  OCTET_SERVER is the server, OCTET_KEY a key that is good for “download”',
      zh: '  OCTET_SERVER 为服务器，OCTET_KEY 为有“下载”权限的密钥',
    },
  ],
})
