import { command, optional, required, to } from '../../command.ts'
import { choice } from '../../grammar/choice.ts'
import { keyText } from '../../grammar/key-text.ts'

const tab = choice('all, orders, live, auto, virtual or scanner', [
  { value: 'all', words: ['all'], title: 'All notifications' },
  { value: 'order', words: ['orders', 'order'], title: 'Orders' },
  { value: 'live', words: ['live', 'nbt'], title: 'Notification-based deployments' },
  { value: 'auto', words: ['auto'], title: 'Auto deployments' },
  { value: 'paper', words: ['virtual', 'paper'], title: 'Virtual deployments' },
  { value: 'scanner', words: ['scanner'], title: 'Scanners' },
])

export const toggleNotices = command({
  id: 'notices.toggle',
  title: 'Notifications',
  keywords: ['alerts', 'messages', 'panel', 'bell'],
  verb: 'notices',
  when: 'signedIn',
  effect: 'read',
  run: () => to('noticePanel', { type: 'notices.toggle' }),
})

export const readAllNotices = command({
  id: 'notices.readAll',
  title: 'Mark all notifications as read',
  keywords: ['clear', 'unread'],
  verb: 'notices read',
  aliases: ['read all'],
  when: 'signedIn',
  effect: 'local',
  run: () => to('noticePanel', { type: 'notices.readAll' }),
})

export const readNotice = command({
  id: 'notices.read',
  title: 'Mark a notification as read',
  verb: 'notice read',
  isListed: false,
  when: 'signedIn',
  effect: 'local',
  args: { notice: required('Notification', keyText('the id of a notification')) },
  run: ({ notice }) => to('noticePanel', { type: 'notices.read', notices: [notice] }),
})

export const setNoticeTab = command({
  id: 'notices.tab',
  title: 'Filter notifications',
  keywords: ['filter'],
  verb: 'notices show',
  when: 'signedIn',
  effect: 'read',
  args: { tab: required('Kind', tab) },
  run: (args) => to('noticePanel', { type: 'notices.tab', tab: args.tab }),
})

const onOff = choice('on or off', [
  { value: true, words: ['on'], title: 'Alert sound on' },
  { value: false, words: ['off'], title: 'Alert sound off' },
])

const setHasSound = (value: boolean) => to('preferences', { type: 'preference.set', name: 'hasSound', value })

export const setSound = command({
  id: 'sound.set',
  title: 'Alert sound',
  keywords: ['mute', 'volume', 'silent'],
  verb: 'sound',
  when: 'signedIn',
  effect: 'local',
  args: { on: optional('On or off', onOff) },
  run: ({ on }, { preferences }) => setHasSound(on ?? !preferences.hasSound),
  describe: ({ on }, { preferences }) =>
    (on ?? !preferences.hasSound) ? 'Turn alert sound on' : 'Turn alert sound off',
  undo: ({ on }, { preferences }) => setHasSound(on === undefined ? preferences.hasSound : !on),
})

export const noticeCommands = [toggleNotices, readNotice, readAllNotices, setNoticeTab, setSound] as const
