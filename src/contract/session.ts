import * as z from 'zod/mini'
import { books } from '../domain/orders/book.ts'
import { endpoint } from './endpoint.ts'

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/login',
  access: 'public',
  body: z.strictObject({
    user_name: z.string().check(z.minLength(1), z.maxLength(64)),
    password: z.string().check(z.minLength(1), z.maxLength(128)),
  }),
  reply: z.string(),
  failure: 'Login error occurred',
  summary: 'Signs in; returns the session token and sets the binding cookie.',
})

export const logout = endpoint({
  name: 'logout',
  method: 'GET',
  path: '/logout',
  effect: 'changes',
  servedToOutdatedPage: true,
  servedWithGivenPassword: true,
  failure: 'Error logging out',
  summary: 'Ends this session.',
})

export const UserDetails = z.strictObject({
  user_uuid: z.string(),
  user_name: z.string(),
  user_broker_id: z.string(),
  book: z.enum(books),
  must_change_password: z.boolean(),
  /** IST midnight at which the login session ends, ms since the epoch. */
  session_ends_at: z.number(),
})

export const getUser = endpoint({
  name: 'getUser',
  method: 'GET',
  path: '/get_user',
  servedWithGivenPassword: true,
  reply: UserDetails,
  failure: 'Error fetching user details',
  summary: 'The signed-in user.',
})

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'POST',
  path: '/change_password',
  servedWithGivenPassword: true,
  body: z.strictObject({
    current_password: z.string().check(z.minLength(1), z.maxLength(128)),
    next_password: z.string().check(z.minLength(12), z.maxLength(128)),
  }),
  reply: z.string(),
  failure: 'Error changing the password',
  summary: 'Sets a new password and ends all other sessions.',
})

export const getCount = endpoint({
  name: 'getCount',
  method: 'GET',
  base: 'notifications',
  path: '/get_count',
  reply: z.strictObject({
    used: z.number(),
    read: z.number(),
    unread_count: z.number(),
    unread_split_count: z.strictObject({
      auto: z.number(),
      live: z.number(),
      paper: z.number(),
      scanner: z.number(),
    }),
  }),
  failure: 'Error fetching notifications',
  summary: 'How many notifications there are, and how many are unread.',
})
