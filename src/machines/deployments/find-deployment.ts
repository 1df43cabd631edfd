import { type DeploymentType, deploymentTypes } from '../../domain/deployments/deployment.ts'

interface Listed<Row> {
  readonly lists: Readonly<Record<DeploymentType, { readonly rows: readonly Row[] } | null>>
}

export const allDeployments = <Row>({ lists }: Listed<Row>): readonly Row[] =>
  deploymentTypes.flatMap((type) => lists[type]?.rows ?? [])

export const deploymentAt = <Row extends { readonly deploymentUuid: string }>(
  listed: Listed<Row>,
  key: string | null,
): Row | null => allDeployments(listed).find(({ deploymentUuid }) => deploymentUuid === key) ?? null
