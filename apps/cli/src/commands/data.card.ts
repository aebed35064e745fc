import { defineCard } from '../command.ts'

export default defineCard({
  summary: { en: 'Update or build the address data, or show what is there', zh: '更新或构建地址数据，或查看现有数据' },
  usage: [
    'octet data status',
    'octet data build [--keep BUILDS]',
    'octet data update [--mirror FOLDER|URL] [--only ID,ID] [--keep BUILDS]',
    'octet data rollback',
    {
      en: 'octet data mirror URL [--token WORD] [--keep BUILDS]   brings the build of another instance here',
      zh: 'octet data mirror URL [--token WORD] [--keep BUILDS]   取来另一实例的构建',
    },
    {
      en: 'octet data make geolocation/mmdb lite/csv.zip …        database files of the present build',
      zh: 'octet data make geolocation/mmdb lite/csv.zip …        由当前构建生成数据库文件',
    },
    'octet data diff [FROM TO] [--format summary|ndjson|csv] [--fields city,asn]',
  ],
})
