"""Long work in chunks, on the cores of this machine or on many machines; a stopped run resumes."""

from mostek.engine.parallel.chunks import CHUNK_SECONDS, map_chunks, ranges, units_per_chunk
from mostek.engine.parallel.cluster_executor import ClusterError, cluster
from mostek.engine.parallel.result_store import ResultStore, ResultStoreError

__all__ = [
    "CHUNK_SECONDS",
    "ClusterError",
    "ResultStore",
    "ResultStoreError",
    "cluster",
    "map_chunks",
    "ranges",
    "units_per_chunk",
]
