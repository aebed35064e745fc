const ROBOT = /^https:\/\/(open\.(feishu\.cn|larksuite\.com)\/open-apis\/bot\/|oapi\.dingtalk\.com\/robot\/send\?)/i

/** Whether a web address is that of a robot of DingTalk, Feishu or Lark, which may want its messages signed. */
export const isRobotAddress = (text: string): boolean => ROBOT.test(text.trim())
