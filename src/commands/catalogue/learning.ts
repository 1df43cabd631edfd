import { instrumentId } from '../../domain/instruments/instrument.ts'
import { introBeside, introPages, pathOfIntro } from '../../domain/learning/intro-address.ts'
import { nextDrill } from '../../domain/learning/practice.ts'
import { type DrillSet, drillSets, pathOfTrainer } from '../../domain/learning/trainer-address.ts'
import { command, optional, required, to } from '../command.ts'
import type { Environment } from '../environment.ts'
import { choice } from '../grammar/choice.ts'
import { nextOrPrevious } from '../grammar/next-or-previous.ts'
import { intros } from '../learning/intro-pages.ts'

const page = choice(
  'equity, options, automate, virtual, backtest or direct',
  introPages.map((value) => ({ value, words: [value], title: intros[value].words })),
)

const openIntro = command({
  id: 'intro.open',
  title: 'First steps',
  keywords: ['introduction', 'video', 'learn', 'get started', 'help', 'tutorial'],
  verb: 'intro',
  aliases: ['first steps'],
  when: 'signedIn',
  effect: 'read',
  args: { page: optional('Page', page) },
  run: ({ page: of }, { introShown }) =>
    to('navigation', { type: 'view.open', path: pathOfIntro(of ?? introShown ?? introPages[0]) }),
  describe: ({ page: of }) => (of === undefined ? 'First steps' : `First steps: ${intros[of].title}`),
})

const stepIntro = command({
  id: 'intro.step',
  title: 'Previous or next page of the first steps',
  verb: 'intro page',
  when: 'signedIn && view == intro',
  effect: 'read',
  args: { by: required('Direction', nextOrPrevious('Next', 'Previous')) },
  run: ({ by }, { introShown }) =>
    to('navigation', { type: 'view.open', path: pathOfIntro(introBeside(introShown ?? introPages[0], by)) }),
  describe: ({ by }) => (by === 1 ? 'Next page' : 'Previous page'),
})

const beginTour = command({
  id: 'tour.begin',
  title: 'Tour: an order, a backtest, a scan',
  keywords: ['learn', 'first steps', 'guide', 'start'],
  verb: 'tour',
  when: 'signedIn',
  effect: 'local',
  run: () => to('firstSteps', { type: 'tour.begin' }),
})

const writeTourLine = command({
  id: 'tour.write',
  title: 'Write the line that the tour asks for',
  verb: 'tour line',
  when: 'signedIn && tour.asking',
  effect: 'read',
  run: (_, { tourLine }) => to('palette', { type: 'palette.open', line: tourLine ?? '' }),
})

const skipTourStep = command({
  id: 'tour.skip',
  title: 'Skip this step of the tour',
  verb: 'tour skip',
  when: 'signedIn && tour.asking',
  effect: 'local',
  run: () => to('firstSteps', { type: 'tour.skip' }),
})

const endTour = command({
  id: 'tour.end',
  title: 'End the tour',
  verb: 'tour end',
  when: 'signedIn && tour.shown',
  effect: 'local',
  run: () => to('firstSteps', { type: 'tour.stop' }),
})

const SAMPLE_LIST = 'First steps'
const sampleShares = ['INFY', 'TCS', 'RELIANCE', 'HDFCBANK'].map((symbol) => instrumentId('NSE', symbol))
const sampleStrategies = ['eq-opening-range-breakout', 'opt-iron-condor-by-delta']
const sampleScanners = ['sc-golden-cross', 'sc-volume-three-times-usual']

interface Listed {
  readonly slug: string
  readonly name: string
  readonly isSample: boolean
}

/** The samples that the user has not copied yet. */
const withoutCopy = (samples: readonly string[], listed: readonly Listed[] = []): readonly string[] =>
  samples.filter((slug) => {
    const name = listed.find((one) => one.isSample && one.slug === slug)?.name
    return !listed.some((one) => !one.isSample && one.name === name)
  })

const copySamples = command({
  id: 'samples.copy',
  title: 'Sample data: a watchlist, strategies and scanners to begin with',
  keywords: ['example', 'demo', 'fill', 'first steps'],
  verb: 'sample data',
  when: 'signedIn',
  effect: 'local',
  run: (_, { instruments, scanners, strategies, watchlists }) => {
    const known = sampleShares.filter((id) => instruments?.find(id) != null)
    const isListed = watchlists?.some(({ name }) => name === SAMPLE_LIST) ?? false
    return [
      ...(isListed ? [] : [to('watchlists', { type: 'watchlist.create', name: SAMPLE_LIST })]),
      to('watchlists', { type: 'watchlist.add', name: SAMPLE_LIST, instruments: known }),
      ...withoutCopy(sampleStrategies, strategies).map((strategy) =>
        to('strategyActs', { type: 'strategy.copy', strategy, name: null }),
      ),
      ...withoutCopy(sampleScanners, scanners).map((scanner) =>
        to('scannerActs', { type: 'scanner.act', act: { kind: 'copy', scanner, name: null } }),
      ),
    ]
  },
})

const set = choice<DrillSet>('basics, scalping, options or yours', [
  { value: 'basics', words: ['basics'], title: 'Orders, screens, lists' },
  { value: 'scalping', words: ['scalping'], title: 'Contracts, prices, stops' },
  { value: 'options', words: ['options'], title: 'Chains, baskets, strikes' },
  { value: 'yours', words: ['yours'], title: 'What you do by clicks' },
])

const openTrainer = command({
  id: 'trainer.open',
  title: 'Key trainer',
  keywords: ['practice', 'learn', 'keys', 'shortcuts', 'faster'],
  verb: 'train',
  when: 'signedIn',
  effect: 'read',
  args: { set: optional('Set', set) },
  run: ({ set: of }, { training }) => [
    to('trainer', { type: 'drill.stop' }),
    to('navigation', { type: 'view.open', path: pathOfTrainer(of ?? training?.set ?? drillSets[0]) }),
  ],
  describe: ({ set: of }) => (of === undefined ? 'Key trainer' : `Key trainer: ${of}`),
})

const ON_TRAINER = 'signedIn && view == trainer'

const nextOf = ({ training }: Environment): string | null =>
  training === undefined ? null : nextDrill(training.practice, training.drills, training.drill)

const ask = (drill: string | null) =>
  to('trainer', drill === null ? { type: 'drill.stop' } : { type: 'drill.ask', drill })

const askNext = command({
  id: 'trainer.next',
  title: 'Next drill',
  verb: 'train next',
  when: ON_TRAINER,
  effect: 'local',
  run: (_, environment) => ask(nextOf(environment)),
})

const askAgain = command({
  id: 'trainer.again',
  title: 'The same drill again',
  verb: 'train again',
  when: ON_TRAINER,
  effect: 'local',
  run: (_, environment) => ask(environment.training?.drill ?? nextOf(environment)),
})

const hint = command({
  id: 'trainer.hint',
  title: 'Show the answer of the drill',
  verb: 'train hint',
  when: ON_TRAINER,
  effect: 'read',
  run: () => to('trainer', { type: 'drill.hint' }),
})

export const learningCommands = [
  openIntro,
  stepIntro,
  beginTour,
  writeTourLine,
  skipTourStep,
  endTour,
  copySamples,
  openTrainer,
  askNext,
  askAgain,
  hint,
] as const
