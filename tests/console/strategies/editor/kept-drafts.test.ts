import { describe, expect, test } from 'vitest'
import { createUserStorage } from '../../../../src/console/shell/user-storage.ts'
import { keepDraft, keptDraft } from '../../../../src/console/strategies/editor/kept-drafts.ts'
import { newStrategy } from '../../../../src/domain/strategies/new-strategy.ts'
import { createStorage, storageKeys } from '../../../../src/platform/storage.ts'
import { memoryStorage } from '../../../support/browser/memory-browser.ts'
import { rsiDip } from '../../../support/strategies.ts'

const of = { algoUuid: 'u1', slug: 'eq-rsi-dip-1', version: 3 }

const start = () => {
  const area = memoryStorage(new Map(), () => {})
  let user = 'asha'
  const memory = createUserStorage(
    createStorage({ areas: { tab: () => area, browser: () => area }, watchOtherTabs: () => () => {} }),
    () => user,
  )
  return {
    memory,
    become: (name: string) => {
      user = name
    },
  }
}

describe('what was not saved in the builder', () => {
  test('is there again as it was, whatever its kind and however unfinished', () => {
    const { memory } = start()
    const half = { ...rsiDip, algoName: '', entryLogic: 'rsi(14) <' }
    keepDraft(memory, of.slug, { strategy: half, of })
    keepDraft(memory, 'new options', { strategy: newStrategy('options'), of: null })
    expect(keptDraft(memory, of.slug, 'equity')).toEqual({ strategy: half, of })
    expect(keptDraft(memory, null, 'options')).toEqual({ strategy: newStrategy('options'), of: null })
    expect(keptDraft(memory, null, 'equity')).toEqual(null)
  })

  test('is forgotten once it is saved', () => {
    const { memory } = start()
    keepDraft(memory, of.slug, { strategy: rsiDip, of })
    keepDraft(memory, of.slug, null)
    expect(keptDraft(memory, of.slug, 'equity')).toEqual(null)
  })

  test('is not for another user', () => {
    const { memory, become } = start()
    keepDraft(memory, of.slug, { strategy: rsiDip, of })
    become('binu')
    expect(keptDraft(memory, of.slug, 'equity')).toEqual(null)
  })

  test('is of the last 20 strategies', () => {
    const { memory } = start()
    for (let count = 0; count <= 20; count++)
      keepDraft(memory, `eq-s-${count}`, { strategy: rsiDip, of: null })
    expect(keptDraft(memory, 'eq-s-0', 'equity')).toEqual(null)
    expect(keptDraft(memory, 'eq-s-1', 'equity')?.strategy).toEqual(rsiDip)
  })

  test.each([
    ['nothing of ours', 'text'],
    ['a list', []],
    ['another shape', { 'eq-rsi-dip-1': { strategy: { category: 'equity' }, of } }],
    ['no strategy', { 'eq-rsi-dip-1': 7 }],
  ])('that is %s is passed over', (_, stored) => {
    const { memory } = start()
    memory.write(storageKeys.strategyDrafts, stored)
    expect(keptDraft(memory, of.slug, 'equity')).toEqual(null)
  })

  test('made from a version that cannot be read is that of a new strategy', () => {
    const { memory } = start()
    keepDraft(memory, of.slug, { strategy: rsiDip, of: { ...of, slug: '../evil' } })
    expect(keptDraft(memory, of.slug, 'equity')?.of).toEqual(null)
  })
})
