"""What a machine carries, what processes hold and what rows take: the figures of docs/capacity.md."""
