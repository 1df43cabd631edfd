import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A journey takes minutes, a test of logic less than a second. */
const order = ['e2e', 'server', 'views', 'logic']

const placeOf = ({ project }: TestSpecification): number => order.indexOf(project.name)

/** The files of all projects in one queue, those that take longest first, so that none of them ends the run alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((left, right) => placeOf(left) - placeOf(right))
  }
}
