import { defineKind } from '@octet/core/kind.ts'

/** Services by name, where GitLab CI has a list; lines of comments may stand before the first. */
const SERVICES = /^services[ \t]*:[ \t]*(?:#.*)?\r?\n(?:[ \t]*(?:#.*)?\r?\n)*[ \t]+["']?[\w.-]+["']?[ \t]*:/m
const IMAGE = /^[ \t]+(?:image|build|extends)[ \t]*:/m

export default defineKind({
  id: 'compose-file',
  title: { en: 'compose.yaml', zh: 'compose.yaml' },
  examples: [
    'services:\n  web:\n    image: nginx:1.27',
    'version: "3.8"\n\nservices:\n  # the shop\n  app:\n    build: .\n    ports:\n      - "8080:80"\nvolumes:\n  data:',
    '---\nname: shop\nservices:\n  db:\n    image: postgres:17\n',
  ],
  counterExamples: [
    'services:\n  - postgres:17\ntest:\n  image: node:24\n  script: npm test',
    'jobs:\n  test:\n    services:\n      db:\n        image: postgres:17',
    'services:\n  web:\n    port: 80',
    'services: 3\nimage: none',
  ],
  detect: (sample) => (SERVICES.test(sample) && IMAGE.test(sample) ? { score: 0.93 } : undefined),
})
