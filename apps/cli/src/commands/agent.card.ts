import { defineCard } from '../command.ts'

export default defineCard({
  summary: {
    en: 'Join a server as a monitoring point: one outgoing connection, no open port',
    zh: '作为监测点接入服务器：只有一条出站连接，不开放端口',
  },
  usage: [
    'octet agent --server https://octet.example --token oct_point_…',
    {
      en: '  OCTET_POINT_TOKEN          the token, where others can see the arguments of a program',
      zh: '  OCTET_POINT_TOKEN          令牌；命令行参数会被他人看到时使用',
    },
    {
      en: '  --tag home --tag fibre     labels to choose this point by',
      zh: '  --tag home --tag fibre     用于选中此监测点的标签',
    },
    {
      en: '  --allow 10.20.0.0/16       networks of your own that may be measured from here although they are not public',
      zh: '  --allow 10.20.0.0/16       自有的非公网网段，允许从此处测量',
    },
    {
      en: '  --refuse 192.0.2.0/24      networks that may not be measured from here although they are public',
      zh: '  --refuse 192.0.2.0/24      禁止从此处测量的公网网段',
    },
    {
      en: '  --resolver 192.0.2.53      name server instead of the system’s',
      zh: '  --resolver 192.0.2.53      代替系统设置的 DNS 服务器',
    },
    { en: '  --quiet                    print only what matters', zh: '  --quiet                    只输出必要的信息' },
  ],
})
